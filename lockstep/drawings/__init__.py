"""The drawings, one module each: `draw(records)` returns a canvas. A `figure` fence names the module and its records."""

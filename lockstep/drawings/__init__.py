"""The drawings, one module each: `draw(records)` returns a canvas. A `figure` fence names one and its records."""

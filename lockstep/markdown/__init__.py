"""The Python-Markdown extension: fences, questions, figures, the strip of modes, the glossary."""

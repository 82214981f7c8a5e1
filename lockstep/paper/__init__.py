"""The built site on paper: the book and one two-page sheet a topic, typeset by Typst."""

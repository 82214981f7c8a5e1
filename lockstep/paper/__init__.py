"""The built site on paper: the book, and a sheet of two pages for each topic, typeset by Typst."""

"""What is done to a built site and with it: packing, the zips of the site and of its programs, checks of HTML and links, export, serving."""

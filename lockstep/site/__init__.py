"""What is done to a built site and with it: packing, offline zip, checks of HTML and links, export, serving."""

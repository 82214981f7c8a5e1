"""What is done to a built site and with it: packing, archives, checks of HTML and links, export, serving."""

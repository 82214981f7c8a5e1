"""The rules that `verify` checks, skeletons that follow them, and the plugin of pytest for Markdown of any kind."""

"""What crawlers ask a web server for beside the pages of a built site: robots.txt, which names the site map.

python -m lockstep.site.publish site
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def write_robots(site: Path, site_url: str) -> None:
    """Write robots.txt into a built site. `site_url`: where it will be, or empty."""
    site_map = f"Sitemap: {site_url.rstrip('/')}/sitemap.xml\n" if site_url else ""
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\n{site_map}", "utf-8", newline="\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code. The variable SITE_URL says where the site will be, as to the builder."""
    parser = argparse.ArgumentParser("python -m lockstep.site.publish", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("site", type=Path, help="folder of the built site")
    write_robots(parser.parse_args(argv).site, os.environ.get("SITE_URL", ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())

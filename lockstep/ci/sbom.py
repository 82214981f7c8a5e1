"""The software bill of materials: what the machine that builds the site installs, as CycloneDX."""

from __future__ import annotations

import json
import re
import uuid
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

LOCK = Path(".ci/requirements.txt")
_PIN = re.compile(r"(?m)^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)")


def pins(text: str) -> dict[str, str]:
    """Versions by the name of their package, of a lock."""
    return {match["name"]: match["version"] for match in _PIN.finditer(text)}


def bill(text: str) -> str:
    """The bill of a lock as JSON: the same text for the same lock and the same installed packages."""
    components = [_component(name, version) for name, version in sorted(pins(text).items())]
    site = {"type": "application", "name": "lockstep", "bom-ref": "lockstep"}
    table = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_OID, text).urn,  # the action that attests asks for one
        "metadata": {"component": site},
        "components": components,
    }
    return json.dumps(table, indent=2) + "\n"


def _component(name: str, version: str) -> dict[str, object]:
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{quote(version, safe='')}"
    component: dict[str, object] = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    license_ = _license(name)
    return component | ({"licenses": [{"expression": license_}]} if license_ else {})


def _license(name: str) -> str:
    """The SPDX expression that an installed package states; "" if it states none or is not installed."""
    try:
        return str(metadata.metadata(name).json.get("license_expression", ""))
    except metadata.PackageNotFoundError:
        return ""

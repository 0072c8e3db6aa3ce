"""The tiny games under `tests/plugin` come in as another author's package would."""

import os
import sys
from pathlib import Path

PLUGIN = str(Path(__file__).parent / "plugin")
if PLUGIN not in sys.path:
    sys.path.append(PLUGIN)
# Commands that tests start as processes find them too.
os.environ["PYTHONPATH"] = os.pathsep.join([PLUGIN, os.environ.get("PYTHONPATH", "")]).rstrip(
    os.pathsep
)

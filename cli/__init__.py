"""The `retold` command: a thin front on `replay` that parses, calls it, and prints.

`main` holds the table of commands, each module a few of them; a module is imported when one of its
commands is run. `output` prints, `refusals` turns whatever goes wrong into one plain sentence.
"""

import gc

# A command is over before collecting garbage would pay, and while modules are imported it only
# costs: a tenth of the start-up time.
gc.set_threshold(100_000, 20, 100)

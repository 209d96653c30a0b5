"""Gaming days: states, tables that stayed shut, openers against closers, the chip float."""

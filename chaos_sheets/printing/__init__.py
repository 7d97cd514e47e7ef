"""The sheet on paper: what stands where, drawn in ink, pressed to PDF by a process of its own."""

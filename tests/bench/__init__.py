"""Speed, measured and not promised: `python -m tests.bench` prints ratios of one run.

Machines are noisy, so what is compared is measured side by side: chunks of both alternate, and the
median of the paired ratios is printed. No test fails on a time.
"""

# arguments.py - its arguments and exit status are the program's own.
import sys

print(sys.argv[1:])
sys.exit(7)

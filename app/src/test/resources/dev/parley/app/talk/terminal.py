"""Plays a person at a terminal: terminal.py STEPS COMMAND..., where STEPS is JSON.

A step is ["wait", text], ["type", text], ["letters", text] (without Enter), ["key", code], ["kill"], ["end", code], or ["second", STEPS]: another person
runs the same command at a terminal of their own meanwhile, and what they are shown is shown here too. Everything that was shown is printed at the end.
"""
import json, os, pty, select, signal, subprocess, sys, time

steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    # What runs in the background of a shell is deaf to Ctrl-C, and so is all that it starts.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execvp(command[0], command)
shown, looked = "", 0

def read(seconds):
    global shown
    ready, _, _ = select.select([terminal], [], [], seconds)
    if not ready:
        return True
    try:
        more = os.read(terminal, 65536)
    except OSError:
        return False
    shown += more.decode(errors="replace")
    return bool(more)

def fail(why):
    os.kill(pid, signal.SIGKILL)
    print(shown)
    sys.exit(why)

deadline = time.monotonic() + 90
for step in steps:
    if step[0] == "wait":
        while step[1] not in shown[looked:]:
            if not read(1) or time.monotonic() > deadline:
                fail("never shown: " + step[1])
        looked = shown.index(step[1], looked) + len(step[1])
    elif step[0] == "type":
        os.write(terminal, (step[1] + "\n").encode())
    elif step[0] == "letters":
        os.write(terminal, step[1].encode())
    elif step[0] == "key":
        os.write(terminal, bytes([step[1]]))
    elif step[0] == "second":
        second = subprocess.run([sys.executable, __file__, json.dumps(step[1])] + command, capture_output=True, text=True)
        shown += second.stdout
        if second.returncode != 0:
            fail("at the second terminal: " + second.stderr)
    elif step[0] == "kill":
        os.kill(pid, signal.SIGKILL)
    elif step[0] == "end":
        while read(1) and time.monotonic() < deadline:
            pass
        _, status = os.waitpid(pid, 0)
        if os.waitstatus_to_exitcode(status) != step[1]:
            print(shown)
            sys.exit("ended with %d" % os.waitstatus_to_exitcode(status))
print(shown.replace("\r", ""))

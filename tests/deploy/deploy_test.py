"""Holds the files of deploy/ to each other, to the runbook and to the program's own limits.

They are read line by line: the tree needs no reader of YAML. Where promtool and systemd-analyze are
installed, these judge as well.
"""

import json
import pathlib
import re
import shutil
import subprocess
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNIT = "deploy/systemd/kinesphere.service"
OPTIONS = "deploy/systemd/kinesphere.toml"
CONTAINERFILE = "deploy/container/Containerfile"
COMPOSE = "deploy/container/compose.yaml"
KUBERNETES = "deploy/kubernetes/kinesphere.yaml"
PROMETHEUS = "deploy/prometheus/prometheus.yaml"
ALERTS = "deploy/prometheus/alerts.yaml"
ALERTS_TEST = "deploy/prometheus/alerts_test.yaml"
RUNBOOK = "docs/operating.md"

CLIENTS_PORT, ADMIN_PORT = "7730", "7731"
NOBODY = "65532"
EXPOSURE_MAX = 20  # tenths, as systemd-analyze takes them; 100 is open

OF_PROMETHEUS = {"up"}  # it makes this one itself
NO_METRICS = {"and", "or", "unless", "instance"}  # operators, and the label of the dashboard



def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def code_of(path):
    """A file without its comments."""
    return re.sub(r"^\s*#.*\n", "", text_of(path), flags=re.M)


def alerts():
    """(name, rule) of each alert, the rule as its text."""
    parts = re.split(r"^ *- alert: (\w+)\n", code_of(ALERTS), flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def expression_of(rule):
    return re.search(r"^ *expr: ((?:.|\n)*?)\n *(?:for|labels): ", rule, re.M).group(1)


def expressions_of_dashboard():
    dashboard = json.loads(text_of("deploy/grafana/dashboard.json"))
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
    for annotation in dashboard["annotations"]["list"]:
        yield annotation["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["query"]["query"]


def names_in(expression):
    """The metrics of an expression; a histogram by its own name."""
    labels = r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)"
    left = re.sub(labels, " ", expression)
    names = set(re.findall(r"\b[a-z_][a-z0-9_]*\b(?!\s*\()", left)) - NO_METRICS
    return {re.sub(r"_bucket$", "", name) for name in names}


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))


def metrics():
    return text_of("deploy/prometheus/metrics.txt").split()


def runbook():
    """Alert → the cells of its line."""
    section = text_of(RUNBOOK).split("\n## Runbook\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines()
            if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in rows}


def limit(name):
    """A bound of server/base/limits.h, in its unit."""
    header = text_of("server/base/limits.h")
    number = re.search(rf"\b{name} = (?:std::size_t\{{(\d+)\}} << (\d+)|([\d']+));", header)
    if number.group(1):
        return int(number.group(1)) << int(number.group(2))
    return int(number.group(3).replace("'", ""))


class Alerts(unittest.TestCase):
    def test_each_has_a_line_in_the_runbook_and_no_line_is_left_over(self):
        self.assertEqual(sorted(name for name, _ in alerts()), sorted(runbook()))

    def test_a_line_says_what_it_means_what_to_look_at_and_what_to_do(self):
        for name, cells in runbook().items():
            self.assertEqual(3, len(cells), name)
            self.assertTrue(all(len(cell.split()) > 2 for cell in cells), name)

    def test_each_has_a_severity_a_summary_and_leads_to_the_runbook(self):
        for name, rule in alerts():
            self.assertRegex(rule, r"severity: (critical|warning)\}", name)
            self.assertRegex(rule, r"\n *summary: \S", name)
            self.assertIn(f"runbook: {RUNBOOK}#runbook\n", rule + "\n", name)

    def test_each_is_raised_by_a_case(self):
        raised = set(re.findall(r'alertname="(\w+)"', text_of(ALERTS_TEST)))
        self.assertEqual({name for name, _ in alerts()}, raised)

    def test_bounds_are_the_programs_own(self):
        rules = dict(alerts())
        self.assertIn(f"0.8 * {limit('connections_max')}\n", rules["KinesphereConnectionsMany"])
        self.assertIn(f"0.8 * {limit('memory_bytes_max')}\n", rules["KinesphereMemoryOfClients"])
        memory = 2 << 30
        self.assertIn(f"0.8 * {memory}\n", rules["KinesphereMemoryHigh"])
        self.assertIn("\nMemoryMax=2G\n", code_of(UNIT))
        self.assertIn("mem_limit: 2g\n", code_of(COMPOSE))
        self.assertIn("limits: {memory: 2Gi}\n", code_of(KUBERNETES))

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not installed")
    def test_promtool_has_nothing_to_say(self):
        for command in (("check", "rules", ALERTS), ("check", "config", PROMETHEUS),
                        ("test", "rules", ALERTS_TEST)):
            run = subprocess.run(["promtool", *command], cwd=ROOT, capture_output=True, text=True,
                                 check=False)
            self.assertEqual(0, run.returncode, run.stdout + run.stderr)


class Metrics(unittest.TestCase):
    def test_the_list_is_in_order_and_names_each_once(self):
        self.assertEqual(sorted(set(metrics())), metrics())

    def test_alerts_and_dashboard_name_what_is_in_the_list(self):
        for name, rule in alerts():
            self.assertLessEqual(names_in(expression_of(rule)), {*metrics(), *OF_PROMETHEUS}, name)
        for expression in expressions_of_dashboard():
            self.assertLessEqual(names_in(expression), set(metrics()), expression)

    def test_each_is_shown(self):
        shown = set().union(*map(names_in, expressions_of_dashboard()))
        self.assertEqual(set(metrics()), shown)

    def test_names_are_found_between_functions_and_labels(self):
        found = names_in('sum by (job, le) (rate(a_bucket{b="c"}[5m])) / on (job) d > 0.5')
        self.assertEqual({"a", "d"}, found)


class Dashboard(unittest.TestCase):
    def setUp(self):
        self.panels = json.loads(text_of("deploy/grafana/dashboard.json"))["panels"]

    def test_panels_have_numbers_of_their_own_and_say_what_they_show(self):
        numbers = [panel["id"] for panel in self.panels]
        self.assertEqual(sorted(set(numbers)), sorted(numbers))
        for panel in self.panels:
            self.assertTrue(panel["type"] == "row" or panel["description"], panel["title"])

    def test_panels_lie_beside_each_other(self):
        taken = set()
        for panel in self.panels:
            at = panel["gridPos"]
            self.assertLessEqual(at["x"] + at["w"], 24, panel["title"])
            cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                     for y in range(at["y"], at["y"] + at["h"])}
            self.assertFalse(taken & cells, panel["title"])
            taken |= cells


class Nobody(unittest.TestCase):
    def test_the_image_has_a_user_and_no_base(self):
        last = code_of(CONTAINERFILE).split("\nFROM ")[-1]
        self.assertTrue(last.startswith("scratch\n"))
        self.assertEqual([f"{NOBODY}:{NOBODY}"], re.findall(r"^USER (.*)$", last, re.M))

    def test_compose_takes_everything_away(self):
        compose = code_of(COMPOSE)
        self.assertEqual(compose.count("\n    image:"), compose.count(f'user: "{NOBODY}:{NOBODY}"'))
        for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
            self.assertIn(line, compose)
        self.assertNotRegex(compose, r"privileged: true|cap_add|network_mode|/var/run/docker")

    def test_the_manifest_takes_everything_away(self):
        manifest = code_of(KUBERNETES)
        for line in ("runAsNonRoot: true", f"runAsUser: {NOBODY}", f"runAsGroup: {NOBODY}",
                     "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false",
                     "privileged: false", "capabilities: {drop: [ALL]}",
                     "seccompProfile: {type: RuntimeDefault}"):
            self.assertIn(line, manifest)
        self.assertNotRegex(manifest, r"runAsUser: 0\b|host(Network|PID|IPC|Path)|privileged: true")

    def test_the_unit_has_a_user_of_its_own(self):
        unit = code_of(UNIT)
        for line in ("DynamicUser=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet=",
                     "ProtectSystem=strict"):
            self.assertIn(f"\n{line}\n", unit)
        self.assertNotRegex(unit, r"(?m)^(User|Group)=|^Exec\w+=[+!]")

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_the_unit_is_locked_in(self):
        command = ["systemd-analyze", "security", "--no-pager", "--offline=true",
                   f"--threshold={EXPOSURE_MAX}", UNIT]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(0, run.returncode, run.stdout + run.stderr)


class Files(unittest.TestCase):
    def test_ports_agree(self):
        self.assertIn(f'kDefaultAddress = "127.0.0.1:{CLIENTS_PORT}"',
                      text_of("server/commands/serve.cc"))
        both = {CLIENTS_PORT, ADMIN_PORT}
        for path in (OPTIONS, "deploy/systemd/kinesphere.env", CONTAINERFILE, COMPOSE, KUBERNETES):
            self.assertEqual(both, set(re.findall(r"\b77\d\d\b", text_of(path))), path)
        self.assertIn(f'targets: ["127.0.0.1:{ADMIN_PORT}"]', text_of(PROMETHEUS))
        self.assertIn(f"\nEXPOSE {CLIENTS_PORT} {ADMIN_PORT}\n", text_of(CONTAINERFILE))

    def test_kubernetes_asks_the_admin_port(self):
        manifest = text_of(KUBERNETES)
        probes = dict(re.findall(r"(\w+)Probe:\n +httpGet: \{path: (\S+), port: admin\}", manifest))
        self.assertEqual({"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"},
                         probes)
        self.assertIn(f'prometheus.io/port: "{ADMIN_PORT}"', manifest)
        self.assertIn(f"name: clients, containerPort: {CLIENTS_PORT}", manifest)
        self.assertIn(f"name: admin, containerPort: {ADMIN_PORT}", manifest)

    def test_the_manifest_takes_the_image_of_this_version(self):
        version = re.search(r"project\(kinesphere VERSION (\S+)", text_of("CMakeLists.txt"), re.I)
        self.assertIn(f"image: kinesphere:{version.group(1)}\n", text_of(KUBERNETES))
        self.assertIn(f'image.version="{version.group(1)}"', text_of(CONTAINERFILE))

    def test_options_are_those_of_the_program(self):
        known = options_in(text_of("tests/golden/help/serve.txt"))
        for text in (code_of(UNIT), text_of("deploy/systemd/kinesphere.env"), code_of(KUBERNETES),
                     code_of(CONTAINERFILE).split("\nCMD ")[1]):
            self.assertTrue(options_in(text))
            self.assertLessEqual(options_in(text), known, text)

    def test_the_service_reads_options_that_the_program_has(self):
        installed = "/etc/kinesphere/kinesphere.toml"
        self.assertIn(f"\nEnvironment=KINESPHERE_CONFIG={installed}\n", code_of(UNIT))
        known = options_in(text_of("tests/golden/help/serve.txt"))
        # What stands behind a # counts as well: somebody will take the # away.
        lines = re.findall(r"^#?([a-z-]+ = .*|\[\w+\])$", text_of(OPTIONS), re.M)
        options = tomllib.loads("\n".join(lines))
        limits = options.pop("limits")
        self.assertLessEqual({"--" + name for name in options}, known)
        self.assertEqual("127.0.0.1:" + CLIENTS_PORT, options["listen"])
        self.assertEqual("127.0.0.1:" + ADMIN_PORT, options["admin"])
        for name in limits:
            self.assertIn(f'{{"{name}", ', text_of("server/config/limit_settings.cc"))
        typed = options_in(code_of(UNIT))
        self.assertFalse({"--listen", "--admin"} & typed, "what is typed hides the file")

    def test_the_readme_names_every_file(self):
        rows = re.findall(r"^\| ((?:`[^`]*`(?:, )?)+) \|", text_of("deploy/README.md"), re.M)
        named = {name for row in rows for name in re.findall(r"`([^`]*)`", row)}
        there = {str(path.relative_to(DEPLOY)) for path in DEPLOY.rglob("*")
                 if path.is_file() and path.suffix != ".pyc"}
        self.assertEqual(there - {"README.md", "container/token"}, named)


if __name__ == "__main__":
    unittest.main()

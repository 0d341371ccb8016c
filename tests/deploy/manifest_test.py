"""The manifest of Kubernetes as a whole, the pod that deploy/kubernetes/pod makes of it, and three
nodes with three servers of NATS as compose.three.yaml has them.
"""

import copy
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import yaml

from kubernetes import faults_of, faults_of_document, faults_of_pod

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "deploy/kubernetes/kinesphere.yaml"
COMPOSE = ROOT / "deploy/container/compose.yaml"
THREE = ROOT / "deploy/container/compose.three.yaml"
NATS_IMAGE = ROOT / "deploy/container/Containerfile.nats"
NATS_OPTIONS = ROOT / "deploy/container/nats.conf"
CLUSTER = ROOT / "docs/cluster.md"
PROBES = ("startupProbe", "livenessProbe", "readinessProbe")


def documents():
    return list(yaml.safe_load_all(MANIFEST.read_text(encoding="utf-8")))


def stateful_set(found):
    return next(document for document in found if document["kind"] == "StatefulSet")


def container_of(found):
    return stateful_set(found)["spec"]["template"]["spec"]["containers"][0]


class Manifest(unittest.TestCase):
    def test_kubernetes_takes_it(self):
        self.assertEqual([], list(faults_of(documents())))

    def test_the_rules_find_what_is_wrong(self):
        for change in (
                lambda found: stateful_set(found)["spec"].pop("selector"),
                lambda found: stateful_set(found)["spec"].update(replica=1),
                lambda found: stateful_set(found)["spec"].update(replicas="1"),
                lambda found: stateful_set(found)["spec"].update(serviceName="nobody"),
                lambda found: container_of(found).update(args="serve"),
                lambda found: container_of(found)["livenessProbe"]["httpGet"].update(port="web"),
                lambda found: container_of(found)["volumeMounts"][0].update(name="nothing"),
                lambda found: container_of(found)["resources"]["limits"].update(memory="2GB"),
                lambda found: container_of(found)["ports"][0].update(name="a-name-that-is-long"),
                lambda found: found[0]["spec"]["selector"].update(
                    {"app.kubernetes.io/name": "another"}),
                lambda found: found[0]["spec"]["ports"][0].update(targetPort="nowhere"),
                lambda found: found[0].update(apiVersion="v2"),
                lambda found: found[1]["metadata"].update(name=found[0]["metadata"]["name"])):
            spoilt = copy.deepcopy(documents())
            change(spoilt)
            self.assertTrue(list(faults_of(spoilt)))

    def test_its_container_has_what_the_compose_file_gives(self):
        compose = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["kinesphere"]
        container = container_of(documents())
        pod = stateful_set(documents())["spec"]["template"]["spec"]
        user, _, group = compose["user"].partition(":")
        self.assertEqual((int(user), int(group)), (pod["securityContext"]["runAsUser"],
                                                   pod["securityContext"]["runAsGroup"]))
        security = container["securityContext"]
        self.assertEqual(compose["read_only"], security["readOnlyRootFilesystem"])
        self.assertEqual(compose["cap_drop"], security["capabilities"]["drop"])
        self.assertEqual(compose["mem_limit"].upper() + "I",
                         container["resources"]["limits"]["memory"].upper())


class ThreeNodes(unittest.TestCase):
    """Options of NATS are in one file for all three of its servers."""

    def setUp(self):
        self.services = yaml.safe_load(THREE.read_text(encoding="utf-8"))["services"]
        self.nodes = {name: each for name, each in self.services.items() if "node" in name}
        self.nats = {name: each for name, each in self.services.items() if "nats" in name}
        self.options = re.sub(r" *#.*", "", NATS_OPTIONS.read_text(encoding="utf-8"))

    def test_there_are_three_of_each_and_nothing_else(self):
        self.assertEqual((3, 3, 6), (len(self.nodes), len(self.nats), len(self.services)))

    def test_everything_is_taken_away_from_each(self):
        one = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["kinesphere"]
        for name, each in self.services.items():
            for key in ("user", "read_only", "cap_drop", "security_opt"):
                self.assertEqual(one[key], each[key], name)
            self.assertFalse({"privileged", "cap_add", "network_mode"} & set(each), name)

    def test_a_node_has_a_name_of_its_own_and_calls_every_server_of_nats(self):
        urls = ",".join(f"nats://{name}:4222" for name in self.nats)
        for name, node in self.nodes.items():
            options = dict(zip(node["command"][1::2], node["command"][2::2]))
            self.assertEqual((name, f"{name}:7730", urls),
                             (options["--node"], options["--advertise"], options["--cluster"]))
            self.assertEqual(set(self.nats), set(node["depends_on"]))
        published = [node["ports"][0] for node in self.nodes.values()]
        self.assertEqual([f"127.0.0.1:{port}:7730" for port in (7741, 7742, 7743)], published)

    def test_a_server_of_nats_knows_the_others_and_keeps_its_log_where_it_may_write(self):
        image = NATS_IMAGE.read_text(encoding="utf-8")
        store = re.search(r"store_dir: (\S+)", self.options).group(1)
        self.assertIn(f"RUN mkdir {store} && chown 65532:65532 {store}\n", image)
        self.assertIn(f"\nVOLUME {store}\n", image)
        for name, each in self.nats.items():
            self.assertIn(f"nats://{name}:6222", self.options)
            options = dict(zip(each["command"][0::2], each["command"][1::2]))
            self.assertEqual(name, options["-n"])
            self.assertIn(f"COPY deploy/container/nats.conf {options['-c']}\n", image)
            self.assertEqual([store], [volume.split(":")[1] for volume in each["volumes"]])
        volumes = {each["volumes"][0] for each in self.nats.values()}
        self.assertEqual(len(self.nats), len(volumes))

    def test_nats_has_what_the_page_asks_for(self):
        page = CLUSTER.read_text(encoding="utf-8")
        asked = re.search(r"with these settings:\n\n```text\n(.*?)```", page, re.S).group(1)
        settings = re.findall(r"(\w+): (\w+)", re.sub(r" *#.*", "", asked))
        self.assertEqual(3, len(settings))
        for name, value in settings:
            self.assertRegex(self.options, rf"(?m)^ *{name}: {value}$")

    @unittest.skipUnless(shutil.which("nats-server"), "nats-server is not installed")
    def test_nats_itself_reads_it(self):
        run = subprocess.run(["nats-server", "-t", "-c", NATS_OPTIONS], capture_output=True,
                             text=True, check=False)
        # What Debian's NATS is too old for.
        unknown = {"sync_interval", "no_fast_producer_stall"}
        said = (run.stdout + run.stderr).strip().splitlines()
        faults = [line for line in said if "is valid" not in line]
        self.assertTrue(said)
        for line in faults:
            field = re.search(r'unknown field "(\w+)"$', line)
            self.assertIn(field and field.group(1), unknown, line)


class Pod(unittest.TestCase):
    def setUp(self):
        self.token = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "my token"
        self.token.touch()
        made = subprocess.run([ROOT / "deploy/kubernetes/pod", self.token], check=True,
                              capture_output=True, text=True).stdout
        self.pod = yaml.safe_load(made)

    def test_it_is_the_template_but_for_what_podman_has_otherwise(self):
        template = stateful_set(documents())["spec"]["template"]
        container = template["spec"]["containers"][0]
        for probe in PROBES:
            del container[probe]
        for port in container["ports"]:
            port |= {"hostIP": "127.0.0.1", "hostPort": port["containerPort"]}
        template["metadata"]["name"] = "kinesphere"
        mount = next(mount for mount in container["volumeMounts"] if mount["name"] == "token")
        mount["mountPath"] += "/token"
        template["spec"]["volumes"] = [
            {"name": "recordings",
             "persistentVolumeClaim": {"claimName": "kinesphere-recordings"}},
            {"name": "token", "hostPath": {"path": str(self.token.resolve()), "type": "File"}}]
        self.assertEqual({"apiVersion": "v1", "kind": "Pod"} | template, self.pod)

    def test_kubernetes_would_take_it_too(self):
        self.assertEqual([], list(faults_of_document(self.pod)))
        self.assertEqual([], list(faults_of_pod(self.pod["spec"])))

    def test_its_program_is_told_of_the_file_that_is_mounted(self):
        container = self.pod["spec"]["containers"][0]
        mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        self.assertIn(f"--token-file={mounts['token']}", container["args"])

    def test_without_a_token_it_says_what_is_missing(self):
        run = subprocess.run([ROOT / "deploy/kubernetes/pod"], capture_output=True, text=True,
                             check=False)
        self.assertNotEqual(0, run.returncode)
        self.assertIn("which file has the token?", run.stderr)


if __name__ == "__main__":
    unittest.main()

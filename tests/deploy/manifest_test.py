"""The manifest of Kubernetes as a whole, and the pod that deploy/kubernetes/pod makes of it."""

import copy
import pathlib
import subprocess
import tempfile
import unittest

import yaml

from kubernetes import faults_of, faults_of_document, faults_of_pod

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "deploy/kubernetes/kinesphere.yaml"
COMPOSE = ROOT / "deploy/container/compose.yaml"
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

"""What Kubernetes 1.25 and later take of the kinds that our manifest has: every field that is known
here with its type, those that must be there, and names and quantities as they are written.

A server of Kubernetes refuses a type that is wrong, and by default only warns of a field that it
does not know; here both are faults.
"""

import re

from shapes import ANY, NUMBER, TEXT, TEXTS, YES_NO, faults_of_type, list_of

NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")
LABEL_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
PORT_NAME = re.compile(r"(?=.*[a-z])[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?")
QUANTITY = re.compile(r"\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?")

LABELS = {"app.kubernetes.io/name": TEXT}
META = {"name*": TEXT, "labels": LABELS, "annotations": ANY}
SELECTOR = {"matchLabels*": LABELS}
PORT_OF_SERVICE = {"name*": TEXT, "port*": NUMBER, "targetPort": TEXT, "protocol": TEXT}
PROBE = {"httpGet*": {"path*": TEXT, "port*": TEXT}, "periodSeconds": NUMBER,
         "timeoutSeconds": NUMBER, "failureThreshold": NUMBER}
PORT_OF_CONTAINER = {"name": TEXT, "containerPort*": NUMBER, "protocol": TEXT, "hostIP": TEXT,
                     "hostPort": NUMBER}
CONTAINER = {
    "name*": TEXT, "image*": TEXT, "imagePullPolicy": TEXT, "args": TEXTS,
    "ports": list_of(PORT_OF_CONTAINER),
    "startupProbe": PROBE, "livenessProbe": PROBE, "readinessProbe": PROBE,
    "resources": {"requests": ANY, "limits": ANY},
    "securityContext": {"allowPrivilegeEscalation": YES_NO, "privileged": YES_NO,
                        "readOnlyRootFilesystem": YES_NO, "capabilities": {"drop": TEXTS}},
    "volumeMounts": list_of({"name*": TEXT, "mountPath*": TEXT, "readOnly": YES_NO}),
}
POD = {
    "automountServiceAccountToken": YES_NO, "enableServiceLinks": YES_NO,
    "terminationGracePeriodSeconds": NUMBER,
    "securityContext": {"runAsNonRoot": YES_NO, "runAsUser": NUMBER, "runAsGroup": NUMBER,
                        "fsGroup": NUMBER, "fsGroupChangePolicy": TEXT,
                        "seccompProfile": {"type*": TEXT}},
    "containers*": list_of(CONTAINER),
    "volumes": list_of({"name*": TEXT, "secret": {"secretName*": TEXT, "defaultMode": NUMBER},
                        "hostPath": {"path*": TEXT, "type": TEXT},
                        "persistentVolumeClaim": {"claimName*": TEXT}}),
}
TEMPLATE = {"metadata*": {"labels*": LABELS, "annotations": ANY}, "spec*": POD}
CLAIM = {"metadata*": META,
         "spec*": {"accessModes*": TEXTS, "resources*": {"requests*": ANY}}}
KINDS = {
    ("v1", "Service"): {"clusterIP": TEXT, "publishNotReadyAddresses": YES_NO,
                        "selector*": LABELS, "ports*": list_of(PORT_OF_SERVICE)},
    ("policy/v1", "PodDisruptionBudget"): {"maxUnavailable*": NUMBER, "selector*": SELECTOR},
    ("apps/v1", "StatefulSet"): {"serviceName*": TEXT, "replicas": NUMBER, "selector*": SELECTOR,
                                 "template*": TEMPLATE, "volumeClaimTemplates": list_of(CLAIM)},
    ("v1", "Pod"): POD,
}


def faults_of_document(document):
    kind = (document.get("apiVersion"), document.get("kind"))
    if kind not in KINDS:
        yield f"no such kind: {kind}"
        return
    fields = {"apiVersion*": TEXT, "kind*": TEXT, "metadata*": META, "spec*": KINDS[kind]}
    yield from faults_of_type(document, fields, kind[1])
    if not NAME.fullmatch(document["metadata"]["name"]):
        yield f"no name: '{document['metadata']['name']}'"


def faults_of_pod(pod, claims=()):
    """What types cannot say: names that must be found."""
    volumes = [volume["name"] for volume in pod.get("volumes", [])] + list(claims)
    if len(set(volumes)) != len(volumes):
        yield "two volumes have the same name"
    for container in pod["containers"]:
        mounted = [mount["name"] for mount in container.get("volumeMounts", [])]
        yield from (f"no volume is called {name}" for name in mounted if name not in volumes)
        yield from (f"nobody mounts {name}" for name in volumes if name not in mounted)
        ports = [port["name"] for port in container["ports"]]
        yield from (f"no name of a port: '{name}'" for name in ports
                    if not PORT_NAME.fullmatch(name))
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            if probe in container and container[probe]["httpGet"]["port"] not in ports:
                yield f"{probe} asks a port that is not there"
        for amounts in container["resources"].values():
            yield from (f"no quantity: '{amount}'" for amount in amounts.values()
                        if not QUANTITY.fullmatch(str(amount)))


def faults_of_set(stateful_set, documents):
    spec = stateful_set["spec"]
    labels = spec["template"]["metadata"]["labels"]
    pod = spec["template"]["spec"]
    yield from faults_of_pod(pod, [claim["metadata"]["name"]
                                   for claim in spec.get("volumeClaimTemplates", [])])
    ports = [port["name"] for container in pod["containers"] for port in container["ports"]]
    heads = []
    for document in documents:
        if document["kind"] == "StatefulSet":
            selector = document["spec"]["selector"]["matchLabels"]
        elif document["kind"] == "PodDisruptionBudget":
            selector = document["spec"]["selector"]["matchLabels"]
        else:
            selector = document["spec"]["selector"]
            heads += [document["metadata"]["name"]] * (document["spec"].get("clusterIP") == "None")
            yield from (f"a service leads to a port that is not there: {port['name']}"
                        for port in document["spec"]["ports"] if port["targetPort"] not in ports)
        if not selector.items() <= labels.items():
            yield f"{document['kind']} {document['metadata']['name']} selects no pod"
    if spec["serviceName"] not in heads:
        yield f"no service without an address is called {spec['serviceName']}"


def faults_of(documents):
    """What is wrong with a manifest, a sentence each."""
    for document in documents:
        found = list(faults_of_document(document))
        yield from found
        if found:
            return
    names = [(document["kind"], document["metadata"]["name"]) for document in documents]
    if len(set(names)) != len(names):
        yield "two things of a kind have the same name"
    for document in documents:
        if document["kind"] == "StatefulSet":
            yield from faults_of_set(document, documents)

"""Shows Kinesphere's characters in Blender: what a server streams, or what was baked.

    blender --python kinesphere_blender.py -- --server 127.0.0.1:7730 --character ada
    blender --python kinesphere_blender.py -- --motion wave.jsonl

With --server the armature follows the stream for as long as Blender is open. With --motion, a file
that `kinesphere bake` wrote, its frames become keys, to be scrubbed, edited and rendered. Without
--avatar FILE the armature is made from the skeleton that comes with the frames; an avatar (.vrm,
.glb) is any that stands in T-pose and whose bones have VRM's names.

    ... --background ... -- --server ... --frames 60 --print-joints

is for tests and farms: it takes that many frames, and prints where the bones' heads are.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile

import bpy
import mathutils

TIMER_SECONDS = 1 / 60
BONE_LENGTH = 0.03  # metres, of a bone that ends a chain


def to_blender(v):
    """Right-handed, +Y up and facing +Z, to +Z up and facing -Y."""
    return mathutils.Vector((v[0], -v[2], v[1]))


def turn_to_blender(q):
    return mathutils.Quaternion((q[3], q[0], -q[2], q[1]))


def from_blender(v):
    return (v[0], v[2], -v[1])


class Motion:
    """What a file of `kinesphere bake` holds: joints, ticks a second, and a frame a tick."""

    def __init__(self, path):
        self.frames = []
        with open(path, encoding="utf-8") as lines:
            first = json.loads(next(lines))
            self.joints = [(j["name"], j["parent"], j["offset"]) for j in
                           first["skeleton"]["joints"]]
            self.fps = first["fps"]
            for line in lines:
                frame = json.loads(line)
                if "rotations" in frame:
                    self.frames.append((frame["root"], frame["hips"], frame["rotations"]))


def joints_of(skeleton):
    return [(j.name, j.parent, tuple(j.offset)) for j in skeleton.joints]


def pose_of(frame):
    """Root, hips and a quaternion a joint of a frame as it was streamed."""
    flat = frame.parent_from_joint
    return frame.root, frame.hips, [flat[i:i + 4] for i in range(0, len(flat), 4)]


def rest_positions(joints):
    positions = []
    for _, parent, offset in joints:
        start = positions[parent] if parent >= 0 else mathutils.Vector()
        positions.append(start + to_blender(offset))
    return positions


def make_armature(name, joints):
    """Bones from joint to joint, in T-pose."""
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    bpy.context.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    heads = rest_positions(joints)
    first_child = {}
    for index, (_, parent, _) in enumerate(joints):
        first_child.setdefault(parent, index)
    bones = []
    for index, (joint, parent, _) in enumerate(joints):
        bone = armature.data.edit_bones.new(joint)
        bone.head = heads[index]
        child = first_child.get(index)
        way = heads[child] - heads[index] if child is not None else mathutils.Vector()
        if way.length < BONE_LENGTH:
            before = heads[index] - heads[parent] if parent >= 0 else mathutils.Vector((0, 0, 1))
            way = before.normalized() * BONE_LENGTH
        bone.tail = heads[index] + way
        if parent >= 0:
            bone.parent = bones[parent]
        bones.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature


def import_avatar(path):
    """The armature of a VRM or glTF file, which Blender's own importer reads."""
    import numpy
    for name, kind in (("bool", bool), ("object", object)):  # Blender 3.4 asks numpy for these
        if not hasattr(numpy, name):
            setattr(numpy, name, kind)
    before = set(bpy.data.objects)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "avatar.glb")  # the importer goes by the name's ending
        shutil.copyfile(path, copy)
        bpy.ops.import_scene.gltf(filepath=copy)
    for found in bpy.data.objects:
        if found not in before and found.type == "ARMATURE":
            return found
    raise SystemExit(f"{path} has no armature")


class Puppet:
    """An armature and the joints whose rotations it takes, in the order of the frames."""

    def __init__(self, armature, joints):
        self.armature = armature
        armature.rotation_mode = "QUATERNION"
        self.hips_rest = rest_positions(joints)[0]
        self.bones = [self._bone(name) for name, _, _ in joints]

    def _bone(self, name):
        bone = self.armature.pose.bones.get(name)
        if bone is None:
            return None
        bone.rotation_mode = "QUATERNION"
        return bone, bone.bone.matrix_local.to_quaternion()

    def show(self, root, hips, rotations, key_at=None):
        self.armature.location = to_blender(root[:3])
        self.armature.rotation_quaternion = turn_to_blender(root[3:])
        for bone_and_rest, rotation in zip(self.bones, rotations):
            if bone_and_rest is None:
                continue
            bone, rest = bone_and_rest
            # A bone turns in its own axes at rest; a frame's rotations know none but the body's.
            bone.rotation_quaternion = rest.conjugated() @ turn_to_blender(rotation) @ rest
            if key_at is not None:
                bone.keyframe_insert("rotation_quaternion", frame=key_at)
        if self.bones[0] is not None:
            bone, rest = self.bones[0]
            bone.location = rest.conjugated() @ (to_blender(hips) - self.hips_rest)
            if key_at is not None:
                bone.keyframe_insert("location", frame=key_at)
        if key_at is not None:
            self.armature.keyframe_insert("location", frame=key_at)
            self.armature.keyframe_insert("rotation_quaternion", frame=key_at)

    def joints(self):
        """Where the heads of the bones are, in the axes of the frames."""
        bpy.context.view_layer.update()
        world = self.armature.matrix_world
        return {found[0].name: from_blender(world @ found[0].head)
                for found in self.bones if found is not None}


def puppet_for(joints, arguments, name):
    armature = import_avatar(arguments.avatar) if arguments.avatar else make_armature(name, joints)
    return Puppet(armature, joints)


def play_motion(arguments):
    motion = Motion(arguments.motion)
    puppet = puppet_for(motion.joints, arguments, "motion")
    scene = bpy.context.scene
    scene.render.fps = motion.fps
    scene.frame_start, scene.frame_end = 0, max(0, len(motion.frames) - 1)
    shown = motion.frames[:arguments.frames] if arguments.frames else motion.frames
    for index, frame in enumerate(shown):
        puppet.show(*frame, key_at=index)
        if arguments.print_joints:
            print("joints " + json.dumps({"frame": index, "joints": puppet.joints()}))


def follow_server(arguments):
    import queue

    import kinesphere

    newest = queue.Queue()
    client = kinesphere.connect(arguments.server, name="blender")
    client.subscribe([arguments.character], on_frame=newest.put, parts=["body"])
    frame = newest.get()
    puppet = puppet_for(joints_of(client.skeletons[frame.character_id]), arguments,
                        arguments.character)

    def show(frame):
        pose = pose_of(frame)
        puppet.show(*pose)
        if arguments.print_joints:
            root, hips, rotations = pose
            print("joints " + json.dumps({
                "root": list(root), "hips": list(hips), "rotations": [list(q) for q in rotations],
                "joints": puppet.joints()}))

    show(frame)
    if arguments.frames:
        for _ in range(arguments.frames - 1):
            show(newest.get())
        client.close()
        return

    def follow():
        latest = None
        while not newest.empty():
            latest = newest.get_nowait()
        if latest is not None:
            show(latest)
        return TIMER_SECONDS

    bpy.app.timers.register(follow, persistent=True)


def parsed(words):
    parser = argparse.ArgumentParser(prog="kinesphere_blender.py")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--server", help="HOST:PORT of a server whose stream is shown")
    source.add_argument("--motion", help="a .jsonl file of `kinesphere bake`")
    parser.add_argument("--character", default="ada", help="whom of the server's to show")
    parser.add_argument("--avatar", help="a .vrm or .glb in T-pose; without: bones alone")
    parser.add_argument("--frames", type=int, default=0, help="no more than this many")
    parser.add_argument("--print-joints", action="store_true", help="one line of JSON a frame")
    return parser.parse_args(words)


def main():
    arguments = parsed(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
    if arguments.motion:
        play_motion(arguments)
    else:
        follow_server(arguments)


main()

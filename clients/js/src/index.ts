// A client of Kinesphere: send behaviour scripts, and see the figures move.

export { ConnectionLost, Refused, TimedOut } from "./errors.js";
export { multiply, rotate, slerp, type Quaternion, type Vector } from "./quaternion.js";

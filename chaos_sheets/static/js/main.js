/* Small modules, no build step. Everything works on what the server has drawn; nothing is computed twice here. */

import "./morph.js";
import "./once.js";
import "./session.js";
import "./say.js";
import "./edit.js";
import "./live.js";
import "./line.js";
import "./keyboard.js";
import "./course.js";
import "./copy.js";
import "./rule.js";

/** By this sentence a file of the pack is known, whatever its version and its name. */
export const MARKER = 'Limber: procedural character animation for PlayCanvas.';

/** What every built script begins with. */
export const BANNER = `// ${MARKER}\n// Copyright (c) 2026 The Limber authors. MIT License.`;

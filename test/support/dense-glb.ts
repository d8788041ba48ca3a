import { NodeIO, type Accessor, type Document } from '@gltf-transform/core';

import { temporaryFile } from './temporary';

// A character as a sculptor exports it: many more vertices and bones than are needed.

/** Writes a character whose every primitive lies there so many times over, with further bones at the ends of its bones until there are so many. Answers the file. */
export async function writeDense(file: string, vertices: number, bones: number): Promise<string> {
    const io = new NodeIO();
    const document = await io.read(file);
    const root = document.getRoot();
    const primitives = root.listMeshes().flatMap(mesh => mesh.listPrimitives());
    const count = primitives.reduce((sum, primitive) => sum + primitive.getAttribute('POSITION')!.getCount(), 0);
    const times = Math.ceil(vertices / count);
    for (const primitive of primitives) {
        const each = primitive.getAttribute('POSITION')!.getCount();
        for (const name of primitive.listSemantics()) primitive.setAttribute(name, repeated(document, primitive.getAttribute(name)!, times, 0));
        primitive.setIndices(repeated(document, primitive.getIndices()!, times, each));
    }
    for (const skin of root.listSkins()) {
        const joints = skin.listJoints();
        const inverse = skin.getInverseBindMatrices()!;
        const matrices = [...inverse.getArray()!];
        for (let i = 0; joints.length + i < bones; i++) {
            const parent = joints[i % joints.length];
            const helper = document.createNode(`Helper${i}`);
            parent.addChild(helper);
            skin.addJoint(helper);
            matrices.push(...matrices.slice(16 * (i % joints.length), 16 * (i % joints.length) + 16));
        }
        skin.setInverseBindMatrices(inverse.clone().setArray(Float32Array.from(matrices)));
    }
    const path = temporaryFile(`dense-${vertices}.glb`);
    await io.write(path, document);
    return path;
}

/** The values of an accessor several times, each time with so much added. */
function repeated(document: Document, accessor: Accessor, times: number, added: number): Accessor {
    const array = accessor.getArray() as Float32Array;
    const Values = added > 0 ? Uint32Array : array.constructor as Float32ArrayConstructor;
    const out = new Values(times * array.length);
    for (let time = 0; time < times; time++) array.forEach((value, i) => { out[time * array.length + i] = value + time * added; });
    return document.createAccessor().setType(accessor.getType()).setNormalized(accessor.getNormalized()).setBuffer(accessor.getBuffer()).setArray(out);
}

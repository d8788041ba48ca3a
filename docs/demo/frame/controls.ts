import type { Observer } from '@playcanvas/observer';
import { BindingTwoWay, BooleanInput, LabelGroup, NumericInput, SelectInput, SliderInput, TextInput, VectorInput, type Element } from '@playcanvas/pcui';
import type { FieldDefinition } from 'limber';

import { attachTooltip } from './tooltip';
import { NONE, titleOf, type EntityChoice } from './values';

// One control for one attribute, chosen by the attribute's definition alone.

/** Chooses one of some things, or none; with `several` any number of them. */
function createChoice(options: { v: string, t: string }[], several: boolean | undefined, binding: BindingTwoWay): Element {
    if (several) return new SelectInput({ multiSelect: true, allowInput: true, options, placeholder: 'Add …', binding });
    return new SelectInput({ allowInput: true, options: [{ v: NONE, t: 'None' }, ...options], binding });
}

function createInput(field: FieldDefinition, entities: EntityChoice): Element {
    const binding = new BindingTwoWay();
    switch (field.type) {
        case 'boolean':
            if (field.array) return new TextInput({ binding, placeholder: 'true, false' });
            return new BooleanInput({ type: 'toggle', binding });
        case 'number': {
            const { min, max, step, precision } = field;
            if (min === undefined || max === undefined) return new NumericInput({ min, max, step, precision, binding });
            return new SliderInput({ min, max, step: step ?? (max - min) / 100, precision: precision ?? 2, binding });
        }
        case 'string': {
            if (field.array) return new TextInput({ binding, placeholder: 'one, another' });
            if (!field.enum) return new TextInput({ binding });
            const options = field.enum.map(choice => Object.entries(choice)[0]).map(([t, v]) => ({ t, v }));
            return new SelectInput({ options, binding });
        }
        case 'vec2':
            return new VectorInput({ dimensions: 2, precision: 3, step: 0.1, binding });
        case 'vec3':
            return new VectorInput({ dimensions: 3, precision: 3, step: 0.1, binding });
        case 'curve':
            return new TextInput({ binding, placeholder: 'time value, time value' });
        case 'entity':
            return createChoice(entities.options, field.array, binding);
        case 'asset':
            return createChoice(entities.assetOptions(field.assetType), field.array, binding);
    }
}

/**
 * A labelled control that follows a path of an observer, in both directions.
 *
 * @param name - Name of the attribute or field.
 * @param field - Its definition.
 * @param observer - Holds the value.
 * @param path - Where in the observer.
 * @param entities - What an entity or an asset can be.
 */
export function createControl(name: string, field: FieldDefinition, observer: Observer, path: string, entities: EntityChoice): LabelGroup {
    const input = createInput(field, entities);
    input.dom.dataset.path = path;
    input.link(observer, path);
    const text = titleOf(name, field);
    const group = new LabelGroup({ text, field: input, labelAlignTop: field.array });
    attachTooltip(group.label.dom, text, field);
    return group;
}

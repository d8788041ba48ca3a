// The sentence over the stage: what went wrong, and what to do.

const message = document.getElementById('message')!;

message.addEventListener('click', () => say(''));

/** Shows a sentence in place of the one before; an empty one takes it away. */
export function say(sentence: string): void {
    message.textContent = sentence;
    message.hidden = sentence === '';
}

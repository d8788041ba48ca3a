/** Begins a sentence for the user among what pcsync prints. */
export const REFUSED = 'Refused: ';

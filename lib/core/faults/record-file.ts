/** A record of a phase's gate, or one more of the same phase, such as `gate-record-2.yaml`. */
export const RECORD_FILE = /^gate-record[^/]*\.ya?ml$/i;

import { readFileSync } from 'node:fs'

/** A file as other products write it; invented data in the form of public reports. */
export const caseFile = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

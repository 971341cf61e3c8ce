// What others read of certificates that node:crypto keeps to itself
export { inside, values } from './attestation/der.ts'

import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The proof-of-work worker. It uses the library's protocol because the library's own worker only runs in Node
handler({ deriveKey })

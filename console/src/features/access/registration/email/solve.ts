import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// The worker that tries numbers; its protocol is the library's, whose own worker only runs in Node
handler({ deriveKey })

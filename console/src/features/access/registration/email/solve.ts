// The worker that tries numbers; its protocol is the library's
import 'altcha-lib/workers/pbkdf2'

const worker = '/approve-worker.js'
const scope = '/approve'

/** Does this browser support push notifications while no page is open? */
export const supportsPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function subscribed(): Promise<PushSubscription | null> {
  if (!supportsPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes to push messages that only this server can send (VAPID); null if the user denies permission. */
export async function subscribe(applicationServerKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.register(worker, { scope })
  await settled(registration)
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Waits until the service worker is active, which subscribing requires. */
function settled(registration: ServiceWorkerRegistration): Promise<void> {
  const { active, installing, waiting } = registration
  const coming = installing ?? waiting
  if (active || !coming) return Promise.resolve()
  return new Promise(done => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') done()
    })
  })
}

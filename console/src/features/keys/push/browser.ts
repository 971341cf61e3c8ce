const worker = '/approve-worker.js'
const scope = '/approve'

/** Can this browser be told anything while no page of ours is open? */
export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The subscription of this browser, where it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!canBeTold()) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser for messages that only our server can send; null where the person does not want them. */
export async function subscribe(applicationServerKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.register(worker, { scope })
  await settled(registration)
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Waits until the worker is active, without which no browser subscribes. */
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

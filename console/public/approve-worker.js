// Shows the messages that tell a phone of a sign-in, and opens their page. It keeps nothing and sees no other page.

self.addEventListener('push', event => {
  const { title, body, url } = event.data?.json() ?? {}
  if (typeof title !== 'string' || typeof url !== 'string') return
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A newer request takes the place of an older one
      tag: 'approve',
      icon: '/icon.svg',
      requireInteraction: true,
      data: url,
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const url = new URL(event.notification.data, self.location.origin)
  if (url.origin !== self.location.origin || url.pathname !== '/approve') return
  event.waitUntil(self.clients.openWindow(url.href))
})

const patience = 20_000

/** This device's location; null if unavailable or denied by the user. */
export const currentPosition = (): Promise<{ latitude: number; longitude: number } | null> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 0 },
    )
  })

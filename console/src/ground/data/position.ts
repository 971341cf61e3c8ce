const patience = 20_000

/** Where this device is, as far as it says so; null where it does not, or somebody does not want it to. */
export const whereHere = (): Promise<{ latitude: number; longitude: number } | null> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 0 },
    )
  })

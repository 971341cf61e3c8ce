import type { QrDetector } from './qr-detector.ts'

interface Detectors {
  BarcodeDetector?: { new (options: { formats: string[] }): QrDetector; getSupportedFormats(): Promise<string[]> }
}

export const hasCamera = (): boolean => 'mediaDevices' in navigator

/** Chrome on Android, macOS, and ChromeOS reads QR codes itself; other browsers load a reader. */
export async function qrDetector(): Promise<QrDetector> {
  const { BarcodeDetector } = window as Detectors
  const formats = (await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) return new BarcodeDetector({ formats: ['qr_code'] })
  return (await import('./qr-reader.ts')).qrReader()
}

/**
 * Loads the reader before a camera is turned on, so that the camera also works offline. The service worker caches only
 * what is fetched while it controls the page.
 */
export function preloadQrDetector(): void {
  if (!hasCamera() || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const load = () => void qrDetector().catch(() => undefined)
  if (serviceWorker.controller) load()
  else serviceWorker.addEventListener('controllerchange', load, { once: true })
}

import type { QrDetector } from './qr-detector.ts'

interface Detectors {
  BarcodeDetector?: { new (options: { formats: string[] }): QrDetector; getSupportedFormats(): Promise<string[]> }
}

export const hasCamera = (): boolean => 'mediaDevices' in navigator

/** Chrome on Android, macOS, and ChromeOS reads QR codes itself; other browsers load a reader when a camera is turned on. */
export async function qrDetector(): Promise<QrDetector> {
  const { BarcodeDetector } = window as Detectors
  const formats = (await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])) ?? []
  if (BarcodeDetector && formats.includes('qr_code')) return new BarcodeDetector({ formats: ['qr_code'] })
  return (await import('./qr-reader.ts')).qrReader()
}

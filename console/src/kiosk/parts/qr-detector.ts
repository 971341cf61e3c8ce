/** Finds QR codes in a picture, as BarcodeDetector of browsers does. */
export interface QrDetector {
  detect(of: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

import jsqr from 'jsqr'
import type { QrDetector } from './qr-detector.ts'

/** More pixels make reading slower, not better; a code fills a good part of the picture. */
const widest = 640

export function qrReader(): QrDetector {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return {
    detect(of) {
      if (drawing === null || of.videoWidth === 0) return Promise.resolve([])
      const scale = Math.min(1, widest / of.videoWidth)
      const [width, height] = [Math.round(of.videoWidth * scale), Math.round(of.videoHeight * scale)]
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
      drawing.drawImage(of, 0, 0, width, height)
      const code = jsqr(drawing.getImageData(0, 0, width, height).data, width, height)
      return Promise.resolve(code ? [{ rawValue: code.data }] : [])
    },
  }
}

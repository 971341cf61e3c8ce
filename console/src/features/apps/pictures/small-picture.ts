import { mostPictureBytes, picturePoints } from '@claviger/contract/apps/pictures'

/** Scales an image down to its displayed size and returns a data URL; undefined if it is not a raster image. */
export async function shrinkPicture(file: File): Promise<string | undefined> {
  if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = picturePoints
  canvas.height = picturePoints
  const scale = Math.min(picturePoints / picture.width, picturePoints / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, (picturePoints - width) / 2, (picturePoints - height) / 2, width, height)
  picture.close()
  const fits = (address: string) => (address.length * 3) / 4 < mostPictureBytes
  return [
    canvas.toDataURL('image/png'),
    canvas.toDataURL('image/webp', 0.9),
    canvas.toDataURL('image/jpeg', 0.85),
  ].find(fits)
}

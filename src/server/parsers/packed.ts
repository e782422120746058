/** Begins as a ZIP does, which an XLSX is. Apart from the workbook's library, which the reading thread alone loads. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

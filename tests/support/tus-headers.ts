/** Of a request that sends bytes of an upload, from `offset` on. */
export const tusHeaders = (offset = 0) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

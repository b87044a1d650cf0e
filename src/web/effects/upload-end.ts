/** 'dropped' also if the server or the page refused the file. */
export type UploadEnd = 'stored' | 'dropped';

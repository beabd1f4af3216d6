__global__ void k(int*o,const int*i,int n){ int b[11]; for(int j=0;j<n;j++) b[i[j]]=j; o[0]=b[i[n]];}
